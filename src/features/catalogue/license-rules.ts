import type { License } from './rules.ts'

/** The display names of licenses. */
export const licenseNames: Record<License, string> = {
  'CC0-1.0': 'CC0 1.0',
  'CC-BY-4.0': 'CC BY 4.0',
  'CC-BY-SA-4.0': 'CC BY-SA 4.0',
  'all-rights-reserved': 'All rights reserved',
}

/** What each license allows others to do. */
export const licenseDescriptions: Record<License, string> = {
  'CC0-1.0': 'Anyone may use, change and sell it. No credit needed.',
  'CC-BY-4.0': 'Anyone may use, change and sell it if they credit you.',
  'CC-BY-SA-4.0': 'Anyone may use, change and sell it if they credit you and share it under this license too.',
  'all-rights-reserved': 'Nobody may fork or republish it without your permission.',
}

/**
 * Explains why a prompt under the license `origin` can't be forked under `license`. Returns null if it can.
 */
export function forkLicenseError(origin: License, license: License): string | null {
  if (origin === 'all-rights-reserved') return 'The author keeps all rights to this prompt, so it can’t be forked.'
  if (origin === 'CC-BY-SA-4.0' && license !== origin)
    return 'The original is shared under CC BY-SA 4.0, so a fork must use the same license.'
  return null
}
