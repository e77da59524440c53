/** How a claim is proven: by signing in to the GitHub account with the claimed name, or by a moderator's decision. */
export const proofs = ['github', 'moderator'] as const
export type Proof = (typeof proofs)[number]

export const claimStatuses = ['pending', 'approved', 'declined'] as const
export type ClaimStatus = (typeof claimStatuses)[number]

/** A moderator's decision about a claim. `revoke` makes the name unclaimed again. */
export const claimActions = ['approve', 'decline', 'revoke'] as const
export type ClaimAction = (typeof claimActions)[number]

/** The limits for the length of a member's note to the moderators, in characters. */
export const noteLimits = { min: 10, max: 1000 } as const

/** The maximum length of a GitHub username. */
const githubNameMax = 39

/** Tells whether a credited name has the format of a GitHub username. */
export function isGithubName(name: string): boolean {
  return name.length <= githubNameMax && /^[a-z\d]+(?:-[a-z\d]+)*$/i.test(name)
}
