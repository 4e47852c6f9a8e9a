// The lab: the options of the game that is chosen, and a study that is being played: how far it is, and its report
// when that is there. Without this the page asks again by itself.

const game = document.getElementById("lab-game");
const main = document.querySelector("[data-study]");
const bar = document.getElementById("lab-bar");
const said = document.getElementById("lab-done");
const PAUSE = 1500;

async function look() {
  try {
    const answer = await fetch(`/lab/${main.dataset.study}/progress`);
    const study = answer.ok ? await answer.json() : null;
    if (study && study.state !== main.dataset.state) return location.reload();
    if (study && bar.value !== study.done) {
      bar.value = study.done;
      said.textContent = `${study.done} of ${study.games} games are played.`;
    }
  } catch {
    // the server is away for a moment
  }
  setTimeout(look, PAUSE);
}

function options() {
  for (const lines of document.querySelectorAll("fieldset[data-game]")) {
    lines.hidden = lines.dataset.game !== game.value;
    lines.disabled = lines.hidden;
  }
}

if (bar) setTimeout(look, PAUSE);
if (game) {
  game.addEventListener("change", options);
  options();
}
