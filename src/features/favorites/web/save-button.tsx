import { ReactionButton } from '#ui/reaction-button.tsx'

type SavablePrompt = { id: string; title: string }

/** The button on a card that saves the prompt. */
export function SaveCardButton({ prompt: { id, title } }: { prompt: SavablePrompt }) {
  const label = `Save ${title}`
  return (
    <ReactionButton kind="favorite" id={id} value={1} icon="bookmark" label={label} tip="Save" pressedTip="Saved" />
  )
}

/** The button on a prompt's page that saves the prompt. */
export function SaveButton({ prompt: { id } }: { prompt: SavablePrompt }) {
  return (
    <ReactionButton kind="favorite" id={id} value={1} icon="bookmark" className="btn w-full">
      {(isSaved) => (isSaved ? 'Saved' : 'Save')}
    </ReactionButton>
  )
}
