import { z } from 'zod'
import { formatList } from './format-list.ts'
import { type Message, msg, plural, t, translate } from './texts.ts'

/** A problem that zod reports. Its `code` determines which other properties it has. */
type Issue = Parameters<NonNullable<z.core.$ZodConfig['customError']>>[0]

const typeMessages: Record<string, Message> = {
  string: msg('This must be text.'),
  number: msg('This must be a number.'),
  int: msg('This must be a whole number.'),
  bigint: msg('This must be a whole number.'),
  boolean: msg('This must be true or false.'),
  array: msg('This must be a list.'),
  object: msg('This must be an object with fields.'),
  record: msg('This must be an object with fields.'),
  date: msg('This must be a date.'),
  null: msg('This must be null.'),
}
const otherType = msg('This must be of another type.')

const formatMessages: Record<string, Message> = {
  email: msg('Please enter a valid email address'),
  url: msg('This must be a web address such as https://example.org.'),
  uuid: msg('This is not a valid id.'),
  datetime: msg('This must be a time such as 2026-01-31T12:00:00Z.'),
  date: msg('This must be a date such as 2026-01-31.'),
  hex: msg('This must consist of hexadecimal digits.'),
}
const otherFormat = msg('This has an invalid format.')

/**
 * The message for an invalid value if the schema states none. In English most begin with “This”, which `aboutField`
 * replaces with the name of the field.
 */
function plainMessage(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? t('This is missing.') : translate(typeMessages[issue.expected] ?? otherType)
    case 'too_small':
      return sizeMessage(issue.origin, Number(issue.minimum), issue.exact ? 'exactly' : 'atLeast')
    case 'too_big':
      return sizeMessage(issue.origin, Number(issue.maximum), issue.exact ? 'exactly' : 'atMost')
    case 'invalid_value': {
      const values = issue.values.map(String).join(', ')
      return issue.values.length > 1
        ? t('This must be one of {values}.', { values })
        : t('This must be {value}.', { value: values })
    }
    case 'invalid_format':
      return translate(formatMessages[issue.format] ?? otherFormat)
    case 'not_multiple_of':
      return t('This must be a multiple of {divisor}.', { divisor: String(issue.divisor) })
    case 'unrecognized_keys':
      return t('There is no field {names} here.', {
        names: formatList(
          issue.keys.map((key) => `“${key}”`),
          'or',
        ),
      })
    default:
      return translate(otherFormat)
  }
}

const lengthMessages = {
  atLeast: (size: number) =>
    plural(size, 'This must be at least {count} character long.', 'This must be at least {count} characters long.'),
  atMost: (size: number) =>
    plural(size, 'This must be at most {count} character long.', 'This must be at most {count} characters long.'),
  exactly: (size: number) =>
    plural(size, 'This must be exactly {count} character long.', 'This must be exactly {count} characters long.'),
}
const entryMessages = {
  atLeast: (size: number) =>
    plural(size, 'This must have at least {count} entry.', 'This must have at least {count} entries.'),
  atMost: (size: number) =>
    plural(size, 'This must have at most {count} entry.', 'This must have at most {count} entries.'),
  exactly: (size: number) =>
    plural(size, 'This must have exactly {count} entry.', 'This must have exactly {count} entries.'),
}
const numberMessages = {
  atLeast: (size: number) => t('This must be at least {size}.', { size }),
  atMost: (size: number) => t('This must be at most {size}.', { size }),
  exactly: (size: number) => t('This must be exactly {size}.', { size }),
}

function sizeMessage(origin: string, size: number, bound: keyof typeof numberMessages): string {
  if (origin === 'string')
    return bound === 'atLeast' && size === 1 ? t('This must not be empty.') : lengthMessages[bound](size)
  if (origin === 'array' || origin === 'set') return entryMessages[bound](size)
  return origin === 'date' ? t('This is outside the allowed range.') : numberMessages[bound](size)
}

/** Returns the message with the name of the field in it. */
export function aboutField(name: string, message: string): string {
  return message.startsWith('This ') ? `${name} ${message.slice('This '.length)}` : `${name}: ${message}`
}

// Sets the default messages for every schema in this process.
z.config({ customError: plainMessage })
