import { Fragment } from 'react'
import { splitAtHiddenCharacters } from '#features/catalogue/hidden-character-rules.ts'
import { findVariables, usesMax } from '#features/variables/variable-rules.ts'
import { t } from '#lib/texts.ts'
import { LongText } from '#ui/long-text.tsx'

/**
 * Shows a prompt's text exactly as it is stored, for people who compare or judge it: each blank as a chip with its name
 * and default, and invisible characters as codes.
 */
export function ExactText({ text }: { text: string }) {
  const uses = findVariables(text)
  if (uses.length === 0 || uses.length > usesMax) return <MarkedText text={text} />
  const end = uses.at(-1) as (typeof uses)[number]
  return (
    <>
      {uses.map(({ index, name, default: defaultText }, at) => {
        const before = uses[at - 1]
        return (
          <Fragment key={index}>
            <MarkedText text={text.slice(before ? before.index + before.written.length : 0, index)} />
            <span className="blank">
              <span className="sr-only">{t('blank,')} </span>
              <bdi>
                <MarkedText text={name} />
              </bdi>
              {defaultText !== null && (
                <bdi className="blank-default">
                  <MarkedText text={defaultText} />
                </bdi>
              )}
            </span>
          </Fragment>
        )
      })}
      <MarkedText text={text.slice(end.index + end.written.length)} />
    </>
  )
}

/**
 * Shows a text in which codes such as [U+200B] or [U+200B and 2 more] replace invisible characters and those that
 * change its direction.
 */
export function MarkedText({ text }: { text: string }) {
  // Every second piece consists of hidden characters.
  return splitAtHiddenCharacters(text, codesOf).map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other key and never move.
    <Fragment key={index}>{index % 2 === 0 ? <LongText text={piece} /> : <mark>{codesOf(piece)}</mark>}</Fragment>
  ))
}

function codesOf(hidden: string): string {
  const [first = '', ...rest] = hidden
  const code = `U+${first.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`
  return rest.length === 0 ? `[${code}]` : `[${t('{code} and {count} more', { code, count: rest.length })}]`
}
