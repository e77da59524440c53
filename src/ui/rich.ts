import { createElement, Fragment, type ReactNode } from 'react'
import { formatNumber } from '#lib/numbers.ts'
import { isolated, type NamesIn, pluralInLanguage, textInLanguage } from '#lib/texts.ts'

/** The names of tags in a text: `'<link>…</link>'` has `link`. */
type TagsIn<Text extends string> = Text extends `${string}</${infer Tag}>${infer Rest}` ? Tag | TagsIn<Rest> : never

type Parts<Names extends string, Tags extends string> = Record<Names, ReactNode> &
  Record<Tags, (text: ReactNode) => ReactNode> & { context?: string }

/**
 * A text with elements in it, in the reader's language: `rich('Read <link>this</link>, {name}.', { link: (text) =>
 * <Link to="/help">{text}</Link>, name })`. The first argument is a literal, as in `t`.
 */
export function rich<const Text extends string>(text: Text, parts: Parts<NamesIn<Text>, TagsIn<Text>>): ReactNode {
  return build(textInLanguage(text, parts.context), parts)
}

/** Like `rich`, in the right form for a number, which is `{count}` in the text. */
export function richPlural<const Text extends string>(
  count: number,
  one: string,
  other: Text,
  parts: Parts<Exclude<NamesIn<Text>, 'count'>, TagsIn<Text>>,
): ReactNode {
  return build(pluralInLanguage(count, one, other, parts.context), { count, ...parts })
}

/** The children of a tag, and the function that makes its element. */
type Open = { children: ReactNode[]; tag: string }

function build(text: string, parts: object): ReactNode {
  const values = parts as Record<string, unknown>
  const open: Open[] = [{ children: [], tag: '' }]
  for (const [piece, closed, opened, name] of text.matchAll(/<\/(\w+)>|<(\w+)>|\{(\w+)\}|[^<{]+|[<{]/g)) {
    const { children } = open.at(-1) as Open
    if (opened && typeof values[opened] === 'function') open.push({ children: [], tag: opened })
    else if (closed && open.length > 1 && open.at(-1)?.tag === closed) {
      open.pop()
      const element = (values[closed] as (text: ReactNode) => ReactNode)(join(children))
      open.at(-1)?.children.push(element)
    } else if (name && name in values) children.push(shown(values[name]))
    else children.push(piece)
  }
  return join(open.flatMap(({ children }) => children))
}

function join(children: ReactNode[]): ReactNode {
  // As separate arguments, the children need no keys.
  return children.length === 1 ? children[0] : createElement(Fragment, null, ...children)
}

function shown(value: unknown): ReactNode {
  if (typeof value === 'number') return formatNumber(value)
  return typeof value === 'string' ? isolated(value) : (value as ReactNode)
}
