"""The coach: where a table stands in its script, what may be done there, and what is said."""

from __future__ import annotations

from roundhouse.core.records import Record
from roundhouse.core.words import listed
from roundhouse.learn.script import Part, Step

READ_FIRST = "One moment: first read what stands here, then go on."
MOST_NAMED = 3  # decisions that a refusal names


class Coach:
    """A part of a first game as it stands.

    All of it follows from the lines of the record and from how many steps have been read: a step that only speaks
    leaves no line.
    """

    def __init__(self, part: Part, record: Record, read: int = 0) -> None:
        self.part = part
        self.record = record
        self.read = read
        self.begun = 0  # the step that was begun last,
        self.rivals = 0  # and how many decisions the rivals have made since
        self.made = 0  # decisions of the step that is due, so far
        self.at = self.follow(read)  # the step that is due; as many as there are: all are done

    def follow(self, read: int) -> int:
        steps, made, done = self.part.steps, 0, False
        for line in self.record.active_lines()[len(self.part.before) :]:
            if line.seat != self.part.you:
                self.rivals += 1
                done = done or (made > 0 and self.step_begun.a_turn)
                continue
            if done:
                self.begun, self.rivals, made = self.begun + 1, 0, 0
            while self.begun < len(steps) and steps[self.begun].speaks:  # else nothing could have been decided
                self.begun += 1
            if self.begun >= len(steps):
                return len(steps)
            made += 1
            done = self.step_begun.ends(line.words, made)
        if self.record.state.over:
            return len(steps)
        if not self.deciding and made:
            done = done or self.step_begun.a_turn
        due, self.made = self.begun + done, 0 if done else made
        while (done or not made) and due < min(read, len(steps)) and steps[due].speaks:
            due += 1
        return due

    @property
    def step_begun(self) -> Step:
        return self.part.steps[self.begun]

    @property
    def step(self) -> Step | None:
        """The step that is due; None after the last."""
        return self.part.steps[self.at] if not self.over else None

    @property
    def over(self) -> bool:
        """Whether all steps are done."""
        return self.at >= len(self.part.steps)

    @property
    def lights(self) -> bool:
        """Whether what may be done is lit: not where all may, and at a puzzle only for who has asked."""
        return self.step is not None and not self.step.free and (not self.part.asks or self.read > self.at)

    @property
    def deciding(self) -> bool:
        """Whether the learner is to decide."""
        return self.record.state.seat == self.part.you

    @property
    def then(self) -> str:
        """What is said of what was just done."""
        return self.part.steps[self.at - 1].then if self.at else ""

    @property
    def left(self) -> int | None:
        """How many decisions are left of the step; None where it does not say how many there are."""
        return None if self.step is None or self.step.until else self.step.times - self.made

    def allowed(self) -> list[int]:
        """What the learner may decide now. Where nothing of what the script names is legal, all is."""
        s, step = self.record.state, self.step
        if not self.deciding or s.over:
            return []
        if step is None or step.free:
            return list(s.choices())
        if step.speaks:
            return []
        return [action for action in s.choices() if step.allows(s.words(action))] or list(s.choices())

    def refusal(self, action: int) -> str:
        """What is said to a legal action that does not belong to the step; "" to one that does."""
        allowed, step, s = self.allowed(), self.step, self.record.state
        if step is None or not self.deciding or action in allowed or action not in s.choices():
            return ""
        if step.speaks:
            return READ_FIRST
        named = listed(list(dict.fromkeys(s.words(one) for one in allowed))[:MOST_NAMED], "or")
        return step.answer(s.words(action)) or f"You may do that in a game of your own. Here we {named}."

    def scripted(self) -> int | None:
        """What the rival who is to decide does by the script; None where it plays as a bot."""
        s = self.record.state
        if s.over or self.deciding or self.begun >= len(self.part.steps):
            return None
        others = self.step_begun.others
        if self.rivals >= len(others):
            return None
        return next((one for one in s.choices() if s.words(one) == others[self.rivals]), None)
