/** What a person may say, and the tool that this chat then calls. Without a tool, the chat itself asks. */
export type Idea = { words: string; tool?: string };

/** The ideas that stand above the composer, three at a time. */
export const IDEAS: readonly Idea[] = [
  { words: "Book a table for Sunday", tool: "book_table" },
  { words: "Invite Ben to dinner", tool: "send_email" },
  { words: "Put the trip into my calendar", tool: "connect_calendar" },
  { words: "Choose seats for the three of us", tool: "book_for_three" },
  { words: "Deploy my shop with an API key", tool: "store_key" },
  { words: "Where shall we eat?" },
];

/** The server that the chat names when it asks a question of its own. */
export const ASSISTANT = { id: "Assistant" };

const OPTIONS = [
  ["Trattoria Lago", "On the terrace over the water, with vegan pasta"],
  ["Osteria Nord", "Small and quiet, and the kitchen closes early"],
  ["Pizzeria Molo", "At the harbour, with room for children"],
];

const MESSAGE = "Which restaurant do you like?";

/** The question that the chat opens with, as a coding agent would ask it: options, and a text of the person's own. */
export const QUESTION = {
  message: MESSAGE,
  requestedSchema: {
    type: "object",
    properties: {
      place: { type: "string", title: MESSAGE, oneOf: OPTIONS.map(([name, description]) => ({ const: name, title: name, description })) },
      other: {
        type: "string", title: "Other", maxLength: 60,
        _meta: { _askUserQuestionCustomAnswer: { questionId: "place", isCustomAnswer: true } },
      },
    },
  },
};
