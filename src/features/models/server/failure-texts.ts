import { AppError } from '#server/platform/errors.ts'
import { askLimits } from '../rules.ts'

const seconds = (ms: number) => `${ms / 1000} seconds`

/** What people read of a failure upstream. The vendor's own words stay out: they may quote keys or prompts. */
export function failureText(company: string, status: number | undefined, ownKey: boolean): AppError {
  const away = (text: string) => new AppError('provider_unavailable', text)
  if (status === undefined) return away(`The connection to ${company} broke off. Try again.`)
  if (status === 401 || status === 403) {
    return ownKey
      ? new AppError('forbidden', `${company} refused your key. Check it, and what it may be used for.`)
      : away(`${company} refused this site’s key. Its operator has to look at that.`)
  }
  if (status === 402) return away(`The account at ${company} has no money left.`)
  if (status === 404) return away(`${company} doesn’t know this model.`)
  if (status === 429)
    return new AppError('rate_limited', `${company} has too many questions at the moment. Try again in a minute.`)
  if (status < 500) return away(`${company} refused this prompt.`)
  return away(`${company} has a fault at the moment. Try again in a few minutes.`)
}

export function tooLateText(company: string, began: boolean): AppError {
  return new AppError(
    'provider_unavailable',
    began
      ? `${company} didn’t finish within ${seconds(askLimits.wholeMs)}.`
      : `${company} didn’t begin to answer within ${seconds(askLimits.firstTokenMs)}.`,
  )
}

export function noTextText(company: string, withheld: boolean): AppError {
  return new AppError(
    'provider_unavailable',
    withheld ? `${company} held its answer back by its own rules.` : `${company} answered without a word. Try again.`,
  )
}

export function restingText(company: string): AppError {
  return new AppError(
    'provider_unavailable',
    `${company} failed several times in a row and is left alone for a minute.`,
    {
      retryAfter: 60,
    },
  )
}

export function tooManyText(): AppError {
  return new AppError('overloaded', 'Too many people ask this model at the moment. Try again in a minute.', {
    retryAfter: 60,
  })
}
