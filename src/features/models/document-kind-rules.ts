import type { BlankSpec } from './composer-kind-rules.ts'
import type { TaskKind } from './task-kind-rules.ts'

/**
 * A kind of text, written by `role`. `match` matches ideas that ask for it, except those that `unless` matches, which
 * use the same words for something else. `onlyFor` limits it to some kinds of task. `kind` and `verb` override the
 * task's. `prefix` precedes an idea that says what to do (“Write a message to” tell my neighbor …).
 */
export type DocumentKind = {
  match: RegExp
  unless?: RegExp
  kind?: TaskKind
  onlyFor?: TaskKind[]
  role?: string
  verb?: string
  prefix?: string
  category?: string
  blanks: BlankSpec[]
  format: string
}

/** Creates a blank for a fact. `value` is its default, and `given` matches ideas that already contain the fact. */
export const fact = (name: string, label: string, value?: string, given?: RegExp): BlankSpec => ({
  name,
  label,
  ...(value === undefined ? {} : { default: value }),
  ...(given ? { given } : {}),
})
/** Creates a blank for a long text. */
export const longText = (name: string, label: string): BlankSpec => ({ name, label, isText: true })
