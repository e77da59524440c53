/**
 * Where a reader comes from. `search` is this site's search or a search engine, `lists` are other pages of this site,
 * `mcp` are AI apps, and `embed` are cards on other sites.
 */
export const viewSources = ['search', 'lists', 'feeds', 'mcp', 'embed', 'elsewhere'] as const
export type ViewSource = (typeof viewSources)[number]

/** How somebody used a prompt's text: with a Copy button, or with a Run button, which opens a target such as a chat. */
export const copyWays = ['copy', 'run'] as const
export type CopyWay = (typeof copyWays)[number]

/** What is counted for each day, in addition to views by source. Copies include runs. */
export const measures = ['copies', 'runs', 'upvotes', 'downvotes', 'saves', 'forks'] as const
export type Measure = (typeof measures)[number]

/** Smaller counts are never shown, not even zero. They are added to the counts of the following days. */
export const shownMin = 5
/** How many prompts one request may name. */
export const promptIdsMax = 100
/** Over how many days the page My Prompts adds up views. */
export const shownDays = 30
/** How many earlier years keep their counts, in addition to the current year. */
export const earlierYears = 1
