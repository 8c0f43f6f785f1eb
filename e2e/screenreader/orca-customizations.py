# Orca runs this when it starts. It takes the place of the speech synthesiser: what would
# be spoken is written into a file, one JSON list [kind, text] a line. This is the one
# file here that cannot be Go, because Orca reads no other language.
import json
import os

from orca import speech

spoken = open(os.environ["SCREENREADER_SPOKEN"], "a", buffering=1, encoding="utf-8")


def write(kind, text):
    if text:
        spoken.write(json.dumps([kind, text], ensure_ascii=False) + "\n")


class Writer:
    """Has the methods of a speech server that Orca calls, and ignores all others."""

    def speak(self, text=None, acss=None, interrupt=True):
        write("said", text)

    def speakCharacter(self, character, acss=None):
        write("typed", character)

    def sayAll(self, utterances, progress):
        for context, _ in utterances:
            write("said", context.utterance)

    def getInfo(self):
        return ["file", "file"]

    def __getattr__(self, name):
        return lambda *args, **named: None


speech._speechserver = Writer()
speech.init = lambda: None
speech.shutdown = lambda: None
write("ready", "customizations loaded")
