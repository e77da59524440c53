import type { License } from './rules.ts'

/** Explains why a fork of a prompt under `origin` can't be under `licence`. Null when it can. */
export function forkLicenseError(origin: License, licence: License): string | null {
  if (origin === 'all-rights-reserved') return 'Its author keeps all rights to this prompt, so it can’t be forked.'
  if (origin === 'CC-BY-SA-4.0' && licence !== origin)
    return 'The original is shared under CC BY-SA 4.0, so a fork must use the same license.'
  return null
}
