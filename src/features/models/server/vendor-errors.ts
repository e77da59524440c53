import { AppError } from '#platform/errors.ts'
import { askLimits } from '../rules.ts'

const seconds = (ms: number) => `${ms / 1000} seconds`

/**
 * Returns the error that people see after a vendor's failure. `status` is the HTTP status of an error response, and
 * undefined for any other failure. The vendor's message is left out, because it may quote keys or prompts.
 */
export function upstreamError(company: string, status: number | undefined, usesOwnKey: boolean): AppError {
  const unavailable = (text: string) => new AppError('provider_unavailable', text)
  if (status === undefined) return unavailable(`The connection to ${company} was lost. Try again.`)
  if (status === 401 || status === 403) {
    return usesOwnKey
      ? new AppError('forbidden', `${company} refused your key. Check the key and its permissions.`)
      : unavailable(`${company} refused this site’s key. The operator of this site has to check it.`)
  }
  if (status === 402) return unavailable(`The account at ${company} is out of credit. Its owner has to add funds.`)
  if (status === 404) return unavailable(`${company} doesn’t know this model.`)
  if (status === 429)
    return new AppError('rate_limited', `${company} is too busy at the moment. Try again in a minute.`)
  if (status < 500) return unavailable(`${company} refused this prompt.`)
  return unavailable(`${company} has a problem at the moment. Try again in a few minutes.`)
}

/** Returns the error after a missed deadline. `hasBegun` means that part of the answer had arrived. */
export function deadlineError(company: string, hasBegun: boolean): AppError {
  return new AppError(
    'provider_unavailable',
    hasBegun
      ? `${company} didn’t finish within ${seconds(askLimits.totalMs)}.`
      : `${company} didn’t start answering within ${seconds(askLimits.firstTokenMs)}.`,
  )
}

/** Returns the error for an answer without text. `isWithheld` means that a content filter withheld it. */
export function emptyAnswerError(company: string, isWithheld: boolean): AppError {
  return new AppError(
    'provider_unavailable',
    isWithheld
      ? `${company} withheld its answer because of its content policy.`
      : `${company} sent an empty answer. Try again.`,
  )
}

/** Returns the error for a question to a vendor while questions are suspended after repeated failures. */
export function circuitOpenError(company: string): AppError {
  return new AppError('provider_unavailable', `${company} failed several times in a row. Try again in a minute.`, {
    retryAfter: 60,
  })
}

/** Returns the error for a model that is no longer connected. */
export function modelUnavailableError(): AppError {
  return new AppError('provider_unavailable', 'This model is no longer available here. Choose another one.')
}

/** Returns the error if too many questions wait for one source of models, or one has waited too long. */
export function queueFullError(): AppError {
  return new AppError('overloaded', 'Too many people are using this model at the moment. Try again in a minute.', {
    retryAfter: 60,
  })
}
