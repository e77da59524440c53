/** The path of the endpoint of the Model Context Protocol. */
export const mcpPath = '/mcp'

/** The prefix of the endpoints that list the prompts of one collection. The collection's slug follows. */
export const mcpCollectionPath = '/mcp/c/'

/** The maximum number of prompts in a list, characters in a name, messages in a batch, and results of a search (`found`). */
export const mcpLimits = { prompts: 100, name: 64, batch: 10, found: 20 } as const
