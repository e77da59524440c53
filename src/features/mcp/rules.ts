/** The path of the endpoint of the Model Context Protocol. */
export const mcpPath = '/mcp'

/** The endpoint for what a member wrote, saved and follows. It needs a token. */
export const mcpMemberPath = '/mcp/me'

/** The endpoint for the prompts of one collection has this prefix, followed by the collection's slug. */
export const mcpCollectionPath = '/mcp/c/'

/** The limits: prompts in a list, characters in a prompt's name, messages in a batch, results of a search (`found`). */
export const mcpLimits = { prompts: 100, name: 64, batch: 10, found: 20 } as const
