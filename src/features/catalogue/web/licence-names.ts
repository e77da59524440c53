import type { Licence } from '#features/catalogue/rules.ts'

/** The display names of licences. */
export const licenceNames: Record<Licence, string> = {
  'CC0-1.0': 'CC0 1.0',
  'CC-BY-4.0': 'CC BY 4.0',
  'CC-BY-SA-4.0': 'CC BY-SA 4.0',
  'all-rights-reserved': 'All rights reserved',
}
