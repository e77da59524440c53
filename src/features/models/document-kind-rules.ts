import type { BlankSpec } from './composer-kind-rules.ts'
import type { TaskKind } from './task-kind-rules.ts'

/**
 * A kind of text. `match` matches ideas that ask for it, except those that `unless` matches, which use the same words
 * for something else. `onlyFor` limits it to some kinds of task. `kind` replaces the idea's kind of task. `role`,
 * `verb`, `category`, `blanks` and `format` replace those of that kind's `KindProfile`.
 */
export type DocumentKind = {
  match: RegExp
  unless?: RegExp
  kind?: TaskKind
  onlyFor?: TaskKind[]
  /** Completes “You are …”, such as “a cook whose recipes work in a home kitchen”. */
  role?: string
  verb?: string
  /** Precedes an idea that says what to do: “Write a message to” tell my neighbor … */
  prefix?: string
  category?: string
  blanks: BlankSpec[]
  format: string
}

/** Creates a blank for a fact. `value` is the blank's default. `given` matches ideas that already contain the fact. */
export const fact = (name: string, label: string, value?: string, given?: RegExp): BlankSpec => ({
  name,
  label,
  ...(value === undefined ? {} : { default: value }),
  ...(given ? { given } : {}),
})
/** Creates a blank for a long text. */
export const longText = (name: string, label: string): BlankSpec => ({ name, label, isText: true })
