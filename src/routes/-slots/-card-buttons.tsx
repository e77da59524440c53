import type { PromptCard } from '#features/catalogue/contract.ts'
import { SaveCardButton } from '#features/favorites/web/save-button.tsx'
import { VoteCardButtons } from '#features/votes/web/vote-buttons.tsx'
import { CopyCardButton } from '#features/worksheet/web/copy-card-button.tsx'

/** The buttons on a prompt's card. */
export function cardButtons(prompt: PromptCard) {
  return (
    <>
      <VoteCardButtons prompt={prompt} />
      <CopyCardButton prompt={prompt} />
      <SaveCardButton prompt={prompt} />
    </>
  )
}
