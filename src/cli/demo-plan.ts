/** `member` is the index of a demo member. */
type MemberAndPrompt = { member: number; promptId: string }
type Plan = {
  votes: (MemberAndPrompt & { value: 1 | -1 })[]
  saves: MemberAndPrompt[]
  copies: { promptId: string; count: number }[]
}

/**
 * Plans the votes and saves of each demo member, and the copies of each prompt. The plan is always the same for the
 * same prompts. As on real sites, some prompts get many copies and votes, and some get none.
 */
export function planDemo(promptIds: string[], memberCount: number): Plan {
  const plan: Plan = { votes: [], saves: [], copies: [] }
  const random = createRandom(20_261_120)
  for (const promptId of promptIds) {
    const popularity = random() ** 2
    const approval = 0.55 + 0.45 * random()
    for (let member = 0; member < memberCount; member++) {
      if (random() < popularity * 0.7) plan.votes.push({ member, promptId, value: random() < approval ? 1 : -1 })
      if (random() < popularity * approval * 0.3) plan.saves.push({ member, promptId })
    }
    const count = Math.round(popularity * approval * 60)
    if (count > 0) plan.copies.push({ promptId, count })
  }
  return plan
}

/** Creates a seeded random generator (mulberry32). It returns numbers from 0 to below 1. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
