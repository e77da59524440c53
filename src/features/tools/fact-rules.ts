import { type Message, msg } from '#lib/texts.ts'
import { type ToolFact, toolFactNames } from './rules.ts'

/** The words for a fact: `yes` if it is true, `no` if it is false. If `no` is null, a false fact isn't mentioned. */
type Words = { yes: Message; no: Message | null }

type FactTexts = {
  /** The label of the checkbox in the form for admins. */
  label: Message
  /** The name and the values of the fact on a tool's page. */
  heading: Message
  values: Words
  /** The words in lists and filters. */
  short: Words
  /** The words before “tools” in the heading of a filtered list. */
  adjective: { yes: Message; no: Message }
  /**
   * The value if a program or a starter tool leaves out the fact. It is never true, because nobody said so. Without
   * `whenMissing`, the fact is required.
   */
  whenMissing?: false
  /** Another fact that is true whenever this one is. Of the two, only this one is then mentioned. */
  implies?: ToolFact
}

/** What people read about each fact in `toolFacts`. */
export const factTexts = {
  isFree: {
    label: msg('Free to use'),
    heading: msg('Price'),
    // Many tools that are free to use also have paid plans.
    values: { yes: msg('Free to use; may also have paid plans'), no: msg('Paid only') },
    short: { yes: msg('Free to use'), no: msg('Paid only') },
    adjective: { yes: msg('free'), no: msg('paid') },
  },
  isFullyFree: {
    label: msg('Fully free, without paid plans'),
    heading: msg('Price'),
    values: { yes: msg('Fully free, without paid plans'), no: null },
    short: { yes: msg('Fully free'), no: null },
    adjective: { yes: msg('fully free'), no: msg('not fully free') },
    whenMissing: false,
    implies: 'isFree',
  },
} as const satisfies Record<ToolFact, FactTexts>

/** Returns the texts of a fact. */
export function textsOf(fact: ToolFact): FactTexts {
  return factTexts[fact]
}

/** Returns the facts to mention about a tool: all except those that another fact, which is true of it, implies. */
export function mentionedFacts(tool: Record<ToolFact, boolean>): ToolFact[] {
  return toolFactNames.filter((fact) => !toolFactNames.some((other) => tool[other] && textsOf(other).implies === fact))
}

/** Returns `yes` if the value of a fact is true, otherwise `no`. */
export function wordOf<Word>({ yes, no }: { yes: Word; no: Word }, value: boolean): Word {
  return value ? yes : no
}

/** The facts that programs may leave out. */
export type OptionalFact = {
  [Fact in ToolFact]: (typeof factTexts)[Fact] extends { whenMissing: false } ? Fact : never
}[ToolFact]
