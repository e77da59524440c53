import type { FactFilter } from './rules.ts'

/**
 * What a search for tools asks for. `term` is the search without words for prices or tools, or only a tool's name if the
 * search asks for an alternative to it. `filter` is the price that the search names, `withoutPrice` the search without
 * it, and `alternativeTo` the tool to replace, in lower case, possibly followed by other words.
 */
export type ParsedToolTerm = { term: string; withoutPrice: string; filter: FactFilter; alternativeTo: string | null }

/** Matches the operators: quotes and minus signs. A search that has one is used as it was typed. */
const operators = /"|(^|\s)-[\p{L}\p{N}]/u
const fullyFree = /(?<![\p{L}\p{N}-])(?:completely|entirely|fully|totally|100 ?%) free(?![\p{L}\p{N}-])/giu
/** Doesn't match the end of “royalty-free” or “gluten-free”. */
const free = /(?<![\p{L}\p{N}-])(?:for free|free of charge|free|gratis|without paying|at no cost)(?![\p{L}\p{N}-])/giu
const noun = '(?:ai )?(?:tools?|apps?|software|programs?|websites?)'
/** Matches a word for tools in front of a task, as in “app to …” or “software for …”. */
const nounBeforeTask = new RegExp(
  String.raw`(?<![\p{L}\p{N}-])${noun}(?= (?:for|to|that|which|with|like|online)(?!\p{L}))`,
  'giu',
)
const lastNoun = /(?<![\p{L}\p{N}-])(?:tools?|software)$/iu
const alternative =
  /(?<![\p{L}\p{N}])(?:alternatives? (?:to|for)|replacements? for|similar to|(?:something|tools?|apps?|software|programs?|websites?|sites?) like) (.+)/isu
/** Matches the words left in front of a task, such as “to”, or “I need a that” of “I need a tool that removes”. */
const introduction = /^(?:(?:i need|find|an?|to|for|that|which|with) )+/iu
const alternativeLast = /^(.+?) alternatives?$/iu

/** Reads from a search for tools the price that it names, the tool to replace, and the task. */
export function readToolRequest(term: string): ParsedToolTerm {
  const text = term.trim().replace(/\s+/g, ' ')
  if (operators.test(text)) return { term: text, withoutPrice: text, filter: {}, alternativeTo: null }
  const filter: FactFilter =
    text.search(fullyFree) !== -1 ? { fullyFree: true } : text.search(free) !== -1 ? { free: true } : {}
  const withoutPrice = withoutMatches(withoutMatches(text, fullyFree), free)
  const name = (alternative.exec(withoutPrice) ?? alternativeLast.exec(withoutPrice))?.[1]
  if (name) {
    const alternativeTo = name.replace(/(?<![.?!])[.?!]+$/, '')
    return { term: alternativeTo, withoutPrice, filter, alternativeTo: alternativeTo.toLowerCase() }
  }
  const task = withoutMatches(withoutMatches(withoutPrice, nounBeforeTask), lastNoun)
  return { term: task.replace(introduction, ''), withoutPrice, filter, alternativeTo: null }
}

function withoutMatches(text: string, pattern: RegExp): string {
  return text.replace(pattern, ' ').replace(/\s+/g, ' ').trim()
}

const toolNoun = /(?<![\p{L}\p{N}-])tools?(?: (?:for|to|that|which|with|like)(?!\p{L})|$)/iu

/**
 * Tells whether a search asks for a tool. Other words for it, such as “app”, count only together with a price, because
 * somebody may want a prompt that makes an app.
 */
export function asksForTool(term: string): boolean {
  const text = term.trim().replace(/\s+/g, ' ')
  const { filter } = readToolRequest(text)
  return toolNoun.test(text) || (Object.keys(filter).length > 0 && text.search(nounBeforeTask) !== -1)
}
