/** An error in Stripe's format: the HTTP status, and the `error` in the body. */
export class SandboxError extends Error {
  readonly status: number
  readonly body: { error: { type: string; message: string; code?: string; decline_code?: string; param?: string } }

  constructor(
    status: number,
    type: string,
    message: string,
    details: { code?: string; decline_code?: string; param?: string } = {},
  ) {
    super(message)
    this.name = 'SandboxError'
    this.status = status
    this.body = { error: { type, message, ...details } }
  }
}

/** Returns a 404 error for an id that no object has. `param` is the request's field with the id. */
export function noSuchObject(id: string, param: string): SandboxError {
  return new SandboxError(404, 'invalid_request_error', `No such object: '${id}'`, { code: 'resource_missing', param })
}

/** Returns a 400 error for an invalid request. `param` is the invalid field, if there is only one. */
export function invalidRequest(message: string, param?: string): SandboxError {
  return new SandboxError(400, 'invalid_request_error', message, { param })
}

/** Returns a 402 error for a card that the bank refused. */
export function cardDeclinedError(): SandboxError {
  return new SandboxError(402, 'card_error', 'Your card was declined.', {
    code: 'card_declined',
    decline_code: 'generic_decline',
  })
}
