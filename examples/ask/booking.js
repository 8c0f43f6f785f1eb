/** The question, as every MCP server writes it. */
export const booking = {
  message: "For whom is the table?",
  requestedSchema: {
    type: "object",
    properties: {
      name: { type: "string", title: "Name", minLength: 1 },
      guests: { type: "integer", title: "Guests", minimum: 1, maximum: 12 },
    },
    required: ["name", "guests"],
  },
};
