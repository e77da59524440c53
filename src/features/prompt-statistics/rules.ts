/** Where a reader comes from. `search`: of this site or a search engine; `lists`: another page of this site. */
export const viewSources = ['search', 'lists', 'feeds', 'mcp', 'embed', 'elsewhere'] as const
export type ViewSource = (typeof viewSources)[number]

/** How a prompt's text is used: by a Copy button, or by a Run button of a chat. */
export const copyWays = ['copy', 'run'] as const
export type CopyWay = (typeof copyWays)[number]

/** What is counted by day, in addition to views by source. Runs are included in copies. */
export const measures = ['copies', 'runs', 'upvotes', 'downvotes', 'saves', 'forks'] as const
export type Measure = (typeof measures)[number]

/** Smaller counts are never shown, not even zero. They are added to the counts of the following days. */
export const shownMin = 5
/** The maximum number of prompts in one request by id. */
export const promptIdsMax = 100
/** The number of days whose views are added up on the page My Prompts. */
export const shownDays = 30
/** How many years of counts are stored besides the current one. */
export const earlierYears = 1
