import type { Prompt } from '#features/catalogue/contract.ts'
import { nameOfHidden } from '#features/catalogue/paper-rules.ts'
import { plural, t } from '#lib/texts.ts'

/** Warns readers about invisible characters in the text that they may copy. Renders nothing if there are none. */
export function HiddenCharactersNote({ characters }: { characters: Prompt['hiddenCharacters'] }) {
  if (characters.length === 0) return null
  const total = characters.reduce((sum, { count }) => sum + count, 0)
  return (
    <p className="mt-3 border-warn border-s-4 ps-3 text-ink-2 text-small">
      {plural(
        total,
        'This text contains {count} invisible character that a model reads: ',
        'This text contains {count} invisible characters that a model reads: ',
      )}
      {characters
        .map(({ kind, line }) => t('{kind}, first on line {line}', { kind: nameOfHidden(kind), line }))
        .join('; ')}
      .
    </p>
  )
}
