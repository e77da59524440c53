import { ReactionButton } from '#ui/reaction-button.tsx'

type SavablePrompt = { id: string; title: string }

/** Saves a prompt from its card. */
export function SaveCardButton({ prompt: { id, title } }: { prompt: SavablePrompt }) {
  const label = `Save ${title}`
  return (
    <ReactionButton kind="favorite" id={id} value={1} icon="bookmark" label={label} tip="Save" pressedTip="Saved" />
  )
}

/** Saves a prompt on its page. */
export function SaveButton({ prompt: { id } }: { prompt: SavablePrompt }) {
  return (
    <ReactionButton kind="favorite" id={id} value={1} icon="bookmark" className="btn w-full">
      {(isSaved) => (isSaved ? 'Saved' : 'Save')}
    </ReactionButton>
  )
}
