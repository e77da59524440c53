import type { PromptCard } from '#features/catalogue/contract.ts'
import { SaveCardKey } from '#features/favourites/web/save-key.tsx'
import { VoteCardKeys } from '#features/votes/web/vote-keys.tsx'
import { CopyCardKey } from '#features/worksheet/web/copy-card-key.tsx'

/** What can be done with a prompt on its card. */
export function cardKeys(prompt: PromptCard) {
  return (
    <>
      <VoteCardKeys prompt={prompt} />
      <CopyCardKey prompt={prompt} />
      <SaveCardKey prompt={prompt} />
    </>
  )
}
