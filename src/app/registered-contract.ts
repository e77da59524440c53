import type { Contract } from '#contract'

declare module '#client/endpoints.ts' {
  /** Gives the client the types of all endpoints. */
  interface Register {
    contract: Contract
  }
}
