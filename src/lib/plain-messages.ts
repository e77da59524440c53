import { z } from 'zod'

/** A problem that zod reports. Its `code` determines which other properties it has. */
type Issue = Parameters<NonNullable<z.core.$ZodConfig['customError']>>[0]

const typeNames: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  bigint: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object with fields',
  record: 'an object with fields',
  date: 'a date',
  null: 'null',
}

const formats: Record<string, string> = {
  email: 'Please enter a valid email address',
  url: 'This must be a web address such as https://example.org.',
  uuid: 'This is not a valid id.',
  datetime: 'This must be a time such as 2026-01-31T12:00:00Z.',
  date: 'This must be a date such as 2026-01-31.',
  hex: 'This must consist of hexadecimal digits.',
}

/**
 * The message for an invalid value if the schema states none. Most begin with “This”, which `aboutField` replaces with
 * the name of the field.
 */
function plainMessage(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'This is missing.'
        : `This must be ${typeNames[issue.expected] ?? 'of another type'}.`
    case 'too_small':
      return `This ${describeSize(issue.origin, Number(issue.minimum), issue.exact ? 'exactly' : 'at least')}`
    case 'too_big':
      return `This ${describeSize(issue.origin, Number(issue.maximum), issue.exact ? 'exactly' : 'at most')}`
    case 'invalid_value':
      return `This must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}.`
    case 'invalid_format':
      return formats[issue.format] ?? 'This has an invalid format.'
    case 'not_multiple_of':
      return `This must be a multiple of ${issue.divisor}.`
    case 'unrecognized_keys':
      return `There is no field ${issue.keys.map((key) => `“${key}”`).join(' or ')} here.`
    default:
      return 'This has an invalid format.'
  }
}

const numbers = new Intl.NumberFormat('en-US')

function describeSize(origin: string, size: number, bound: 'at least' | 'at most' | 'exactly'): string {
  const pluralize = (one: string, many: string) => `${numbers.format(size)} ${size === 1 ? one : many}`
  if (origin === 'string') {
    if (bound === 'at least' && size === 1) return 'must not be empty.'
    return `must be ${bound} ${pluralize('character', 'characters')} long.`
  }
  if (origin === 'array' || origin === 'set') return `must have ${bound} ${pluralize('entry', 'entries')}.`
  if (origin === 'date') return 'is outside the allowed range.'
  return `must be ${bound} ${numbers.format(size)}.`
}

/** Returns the message with the name of the field in it. */
export function aboutField(name: string, message: string): string {
  return message.startsWith('This ') ? `${name} ${message.slice('This '.length)}` : `${name}: ${message}`
}

// Sets the default messages for every schema in this process.
z.config({ customError: plainMessage })
