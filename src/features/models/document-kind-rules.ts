import type { BlankSpec } from './composer-kind-rules.ts'
import type { TaskKind } from './task-kind-rules.ts'

/**
 * A kind of text: who writes it, its blanks and its format. `match` finds it in an idea, `unless` excludes ideas that
 * use the same words for something else, and `onlyFor` limits it to some kinds of task. `kind` overrides the task's
 * kind, `verb` its verb, and `prefix` precedes an idea that says what to do (“Write a message to” tell my neighbor …).
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
export const textOf = (name: string, label: string): BlankSpec => ({ name, label, isText: true })
