import type { Variable } from '#features/variables/contract.ts'
import { labelOf } from '#features/variables/label-rules.ts'
import { t } from '#lib/texts.ts'

/** What a blank is called on a prompt's page. */
export function titleOf({ label, name }: Pick<Variable, 'label' | 'name'>): string {
  return label || labelOf(name)
}

/** Tells whether a blank is a control, such as a select, instead of text that is typed. */
export function isChosen({ kind }: Variable): boolean {
  return kind === 'choice' || kind === 'choices' || kind === 'yes-no' || kind === 'date'
}

/** Says in one line what a blank asks for, or returns undefined if its author said nothing. */
export function describeBlank({ required, kind, help, ...bounds }: Variable): string | undefined {
  const parts = [required && t('Required.'), kind === 'number' && describeNumber(bounds), help]
  return parts.filter(Boolean).join(' ') || undefined
}

function describeNumber({ min, max }: Pick<Variable, 'min' | 'max'>): string {
  if (min !== undefined && max !== undefined) return t('A number from {min} to {max}.', { min, max })
  if (min !== undefined) return t('A number of at least {min}.', { min })
  return max === undefined ? t('A number.') : t('A number of at most {max}.', { max })
}
