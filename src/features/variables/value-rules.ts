import { t } from '#lib/texts.ts'
import type { Variable } from './contract.ts'

const decimalNumber = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i
const isoDate = /^\d{4}-\d{2}-\d{2}$/

/**
 * Says in a sentence what is wrong with the value of a blank. Returns null for a valid value. An empty value is valid
 * unless the blank is required.
 */
export function valueError(variable: Variable, value: string): string | null {
  if (value.trim() === '') return variable.required ? t('This is required.') : null
  const { options = [] } = variable
  switch (variable.kind) {
    case 'number':
      return numberError(variable, value.trim())
    case 'date':
      return isDate(value) ? null : t('Use a date such as 2026-01-31.')
    case 'yes-no':
      return value === 'yes' || value === 'no' ? null : t('Choose yes or no.')
    case 'choice':
      return options.includes(value) ? null : t('Choose one of the options.')
    case 'choices':
      return splitChoices(value).every((choice) => options.includes(choice)) ? null : t('Choose from the options.')
    default:
      return null
  }
}

function numberError({ min, max }: Variable, value: string): string | null {
  if (!decimalNumber.test(value)) return t('Use a number.')
  const number = Number(value)
  const isOutside = (min !== undefined && number < min) || (max !== undefined && number > max)
  if (!isOutside) return null
  if (min !== undefined && max !== undefined) return t('Use a number from {min} to {max}.', { min, max })
  if (min !== undefined) return t('Use a number of at least {min}.', { min })
  return max === undefined ? null : t('Use a number of at most {max}.', { max })
}

/** Returns the bounds of a number in words, such as “from 1 to 10” or “of at least 1”, or an empty string. */
export function boundsOf({ min, max }: { min?: number; max?: number }): string {
  if (min !== undefined && max !== undefined) return t('from {min} to {max}', { min, max })
  if (min !== undefined) return t('of at least {min}', { min })
  return max === undefined ? '' : t('of at most {max}', { max })
}

function isDate(value: string): boolean {
  const day = new Date(`${value}T00:00:00Z`)
  return isoDate.test(value) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value)
}

/** Returns the options in a value of the kind `choices`. */
export function splitChoices(value: string): string[] {
  return value.split(',').flatMap((part) => part.trim() || [])
}

/** Returns the value of the kind `choices` for these options. */
export function joinChoices(chosen: string[]): string {
  return chosen.join(', ')
}
