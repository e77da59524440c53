import { t } from '#lib/texts.ts'
import type { License } from './rules.ts'

/** The display names of licenses. */
export const licenseNames: Record<License, string> = {
  get 'CC0-1.0'() {
    return t('CC0 1.0')
  },
  get 'CC-BY-4.0'() {
    return t('CC BY 4.0')
  },
  get 'CC-BY-SA-4.0'() {
    return t('CC BY-SA 4.0')
  },
  get 'all-rights-reserved'() {
    return t('All rights reserved')
  },
}

/** What each license allows others to do. */
export const licenseDescriptions: Record<License, string> = {
  get 'CC0-1.0'() {
    return t('Anyone may use, change and sell it. No credit needed.')
  },
  get 'CC-BY-4.0'() {
    return t('Anyone may use, change and sell it if they credit you.')
  },
  get 'CC-BY-SA-4.0'() {
    return t('Anyone may use, change and sell it if they credit you and share it under this license too.')
  },
  get 'all-rights-reserved'() {
    return t('Nobody may fork or republish it without your permission.')
  },
}

/**
 * Explains why a prompt under the license `origin` can't be forked under `license`. Returns null if it can.
 */
export function forkLicenseError(origin: License, license: License): string | null {
  if (origin === 'all-rights-reserved') return t('The author keeps all rights to this prompt, so it can’t be forked.')
  if (origin === 'CC-BY-SA-4.0' && license !== origin)
    return t('The original is shared under CC BY-SA 4.0, so a fork must use the same license.')
  return null
}
