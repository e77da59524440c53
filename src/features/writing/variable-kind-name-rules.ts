import type { VariableKind } from '#features/variables/variable-kind-rules.ts'
import { t } from '#lib/texts.ts'

/** What the interface calls each kind of blank. */
export const kindNames: Record<VariableKind, string> = {
  get text() {
    return t('Text')
  },
  get 'long-text'() {
    return t('Long text')
  },
  get number() {
    return t('Number')
  },
  get choice() {
    return t('One from a list')
  },
  get choices() {
    return t('Several from a list')
  },
  get date() {
    return t('Date')
  },
  get 'yes-no'() {
    return t('Yes or no')
  },
}
