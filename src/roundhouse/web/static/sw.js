// The service worker: static files and a polite page for when the server cannot be reached, and Web Push.
// The server writes VERSION before this, its build: where its files are, and another one when any of them is.
// Pages, tables and all that is somebody's own are never kept.

const KEPT = `roundhouse-${VERSION}`;
const OFFLINE = "/offline";
const FILES = `/static/${VERSION}/`;
const FIRST = [
  "roundhouse.css",
  "pages.css",
  "fonts/barlow-400.woff2",
  "fonts/barlow-600.woff2",
  "fonts/barlow-700.woff2",
  "fonts/crimson-pro-600.woff2",
  "settings.js",
  "app.js",
  "notices.js",
  "favicon.svg",
  "favicon-turn.svg",
];

self.addEventListener("install", (event) => {
  const keep = async () => {
    const kept = await caches.open(KEPT);
    await kept.addAll(
      [OFFLINE, ...FIRST.map((name) => FILES + name)].map((url) => new Request(url, { cache: "reload" })),
    );
    await self.skipWaiting();
  };
  event.waitUntil(keep());
});

self.addEventListener("activate", (event) => {
  const begin = async () => {
    for (const name of await caches.keys())
      if (name.startsWith("roundhouse-") && name !== KEPT) await caches.delete(name);
    await registration.navigationPreload?.enable();
    await clients.claim();
  };
  event.waitUntil(begin());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (url.pathname.startsWith("/static/")) event.respondWith(file(event));
});

async function page(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return (await caches.match(OFFLINE)) ?? Response.error();
  }
}

// The network first, so that a page and its scripts are always of one version; what it brought is kept for later.
async function file(event) {
  const { request } = event;
  try {
    const answer = await fetch(request);
    if (answer.ok) {
      const copy = answer.clone();
      event.waitUntil(caches.open(KEPT).then((kept) => kept.put(request, copy)));
    }
    return answer;
  } catch {
    return (await caches.match(request)) ?? Response.error();
  }
}

// your turn ---------------------------------------------------------------------------

const windows = () => clients.matchAll({ type: "window", includeUncontrolled: true });
const shows = (client, path) => new URL(client.url).pathname === path;

self.addEventListener("push", (event) => event.waitUntil(told(event.data?.json() ?? {})));

async function told({ title = "Your turn", body = "", url = "/", tag = "turn" }) {
  const open = await windows();
  if (open.some((client) => shows(client, url) && client.visibilityState === "visible")) return;
  const icon = `${FILES}icon-192.png`;
  await registration.showNotification(title, { body, tag, icon, renotify: true, data: { url } });
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(opened(event.notification.data?.url ?? "/"));
});

async function opened(url) {
  const found = (await windows()).find((client) => shows(client, url));
  return found ? found.focus() : clients.openWindow(url);
}
