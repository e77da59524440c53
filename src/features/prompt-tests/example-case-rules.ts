import { asksForToday, wordsOf } from '#features/variables/label-rules.ts'

type Blank = { name: string; default: string | null }

/** A person's name says little about an answer. */
const isName = (name: string) => /^(?:(?:my|your|first|last|full|user) ?)?name$/i.test(wordsOf(name))

/**
 * The blank whose value best shows what an answer must contain: preferably the first without a default that asks for
 * neither a person's name nor today's date.
 */
export function tellingBlankOf(blanks: readonly Blank[]): Blank | undefined {
  const telling = blanks.filter(({ name }) => !isName(name) && !asksForToday(name))
  return telling.find((blank) => blank.default === null) ?? telling[0] ?? blanks[0]
}
