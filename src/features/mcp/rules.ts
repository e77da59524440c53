/** Where programs reach the site by the Model Context Protocol. */
export const mcpPath = '/mcp'

/** Where they reach the prompts of one collection: the path of its slug. */
export const mcpCollectionPath = '/mcp/c/'

/** The most prompts in a list, characters of a name, messages in a batch, and results of a search. */
export const mcpLimits = { prompts: 100, name: 64, batch: 10, found: 20 } as const
