/** An error in Stripe's form: HTTP status, and the `error` of its body. */
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

/** 404: no object has this id. `param`: the field of the request that referred to it. */
export function noSuchObject(id: string, param: string): SandboxError {
  return new SandboxError(404, 'invalid_request_error', `No such thing: '${id}'`, { code: 'resource_missing', param })
}

/** 400: `param` is the invalid field of the request, if it is only one. */
export function invalidRequest(message: string, param?: string): SandboxError {
  return new SandboxError(400, 'invalid_request_error', message, { param })
}

/** 402: the bank refused the card. */
export function cardDeclined(): SandboxError {
  return new SandboxError(402, 'card_error', 'Your card was declined.', {
    code: 'card_declined',
    decline_code: 'generic_decline',
  })
}
