import type { BlankSpec } from './composer-kind-rules.ts'
import type { TaskKind } from './task-kind-rules.ts'

/**
 * A kind of text: who writes it, the facts that it needs and its format. `match` finds it in an idea, `unless` excludes
 * ideas with the same words that want something else. `kind`: its kind of task, whatever other words the idea has.
 * `onlyFor`: its words mean this text only in tasks of these kinds. `verb`: what to do with it (“Plan” a party).
 * `prefix`: the words to put before an idea that says what the text should do (“Write a message to” tell my neighbor …).
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

/** A blank for a fact. `value`: its default. `given`: matches ideas that already contain the fact. */
export const fact = (name: string, label: string, value?: string, given?: RegExp): BlankSpec => ({
  name,
  label,
  ...(value === undefined ? {} : { default: value }),
  ...(given ? { given } : {}),
})
/** A blank for a long text. */
export const textOf = (name: string, label: string): BlankSpec => ({ name, label, isText: true })
