import { ReactionButton } from '#ui/reaction-button.tsx'

type SavablePrompt = { id: string; title: string }

/** Shows the save button on a prompt's card. */
export function SaveCardButton({ prompt: { id, title } }: { prompt: SavablePrompt }) {
  const label = `Save ${title}`
  return (
    <ReactionButton kind="favorite" id={id} value={1} icon="bookmark" label={label} tip="Save" pressedTip="Saved" />
  )
}

/** Shows the save button on a prompt's page. */
export function SaveButton({ prompt: { id } }: { prompt: SavablePrompt }) {
  return (
    <ReactionButton kind="favorite" id={id} value={1} icon="bookmark" className="btn w-full">
      {(isSaved) => (isSaved ? 'Saved' : 'Save')}
    </ReactionButton>
  )
}
