import type { ToolFact } from './rules.ts'

/** The words for a fact that is true or false. Null: it isn't mentioned. */
type Words = { yes: string; no: string | null }

type FactTexts = {
  /** The checkbox in the form of an admin. */
  label: string
  /** On a tool's page: the name of the fact, and its values. */
  heading: string
  values: Words
  /** In lists. `yes` also labels the filter. */
  short: Words
  /** Before “tools” in the heading of a filtered list. */
  adjective: { yes: string; no: string }
  /** The value for programs and starter tools that leave it out. Without one, they can't. */
  standard?: boolean
}

/** What people read about each fact of `toolFacts`. */
export const factTexts = {
  isFree: {
    label: 'Free',
    heading: 'Price',
    // Many free tools also have paid plans.
    values: { yes: 'Free, or free in part', no: 'Paid only' },
    short: { yes: 'Free to use', no: 'Paid only' },
    adjective: { yes: 'free', no: 'paid' },
  },
} as const satisfies Record<ToolFact, FactTexts>

/** The texts of a fact. */
export function textsOf(fact: ToolFact): FactTexts {
  return factTexts[fact]
}

/** The word for a value. */
export function wordOf<Word>({ yes, no }: { yes: Word; no: Word }, value: boolean): Word {
  return value ? yes : no
}

/** The facts that programs may leave out. */
export type OptionalFact = {
  [Fact in ToolFact]: (typeof factTexts)[Fact] extends { standard: boolean } ? Fact : never
}[ToolFact]
