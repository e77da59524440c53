import type { Licence } from './rules.ts'

/** Why a prompt under a licence can't be made from another one; null when it can. */
export function refusalOfFork(origin: Licence, licence: Licence): string | null {
  if (origin === 'all-rights-reserved') return 'Its author keeps all rights to this prompt, so it can’t be forked.'
  if (origin === 'CC-BY-SA-4.0' && licence !== origin)
    return 'The prompt that this is made from is shared under CC BY-SA 4.0, and so has to be what is made from it.'
  return null
}
