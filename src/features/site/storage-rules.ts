import { t } from '#lib/texts.ts'
/** The purposes of `storageEntries`, in the order in which the cookies page shows them. */
export const storageGroups = {
  signIn: {
    get title() {
      return t('To sign you in')
    },
    get text() {
      return t(
        'Keeps you signed in, for at most 30 days after your last visit, and brings you back to the page you came from.',
      )
    },
  },
  work: {
    get title() {
      return t('To keep your unfinished work')
    },
    get text() {
      return t('What you write, fill in or compare, so that a reload or a sign-in loses nothing.')
    },
  },
  choices: {
    get title() {
      return t('To remember your choices')
    },
    get text() {
      return t('The theme, keyboard shortcuts, your answer about cookies, and keys for models if you entered any.')
    },
  },
  pages: {
    get title() {
      return t('To show pages faster')
    },
    get text() {
      return t('Your votes, saves and follows, so that all your tabs show them, and where you were on a page.')
    },
  },
} as const

/** Something that this site stores in a visitor's browser under `key`, or under keys that begin with it. */
type StorageEntry = {
  key: string
  group: keyof typeof storageGroups
  storage: 'cookie' | 'local storage' | 'session storage' | 'local storage and a cookie'
  purpose: string
  lasts: string
}

/**
 * Everything that this site stores in a visitor's browser. The cookies page shows this list. A test fails if a file
 * stores data but names none of these keys, or stores it under another one. Over https, the names of `session` and
 * `oauth-flow` begin with `__Host-`.
 */
export const storageEntries: readonly StorageEntry[] = [
  {
    key: 'session',
    group: 'signIn',
    storage: 'cookie',
    get purpose() {
      return t('Identifies you after you have signed in. No script can read it.')
    },
    get lasts() {
      return t('Until you log out, or 30 days after the last visit')
    },
  },
  {
    key: 'oauth-flow',
    group: 'signIn',
    storage: 'cookie',
    get purpose() {
      return t('Confirms that a sign-in at another site was started in this browser. No script can read it.')
    },
    get lasts() {
      return t('Until you are back, at most ten minutes')
    },
  },
  {
    key: 'oauth-request',
    group: 'signIn',
    storage: 'cookie',
    get purpose() {
      return t('Confirms that an AI app that asks to be connected was opened in this browser. No script can read it.')
    },
    get lasts() {
      return t('Until you answer, at most an hour')
    },
  },
  {
    key: 'oauth-resume',
    group: 'signIn',
    storage: 'cookie',
    get purpose() {
      return t('Confirms that your answer to an AI app comes from this browser. No script can read it.')
    },
    get lasts() {
      return t('Until you answer, at most an hour')
    },
  },
  {
    key: 'language-offer',
    group: 'choices',
    storage: 'local storage',
    get purpose() {
      return t('That you answered the offer to read this site in the language of your browser.')
    },
    get lasts() {
      return t('Until you delete it')
    },
  },
  {
    key: 'theme',
    group: 'choices',
    storage: 'local storage',
    get purpose() {
      return t('The theme, light or dark, if you chose one in the footer.')
    },
    get lasts() {
      return t('Until you choose Auto')
    },
  },
  {
    key: 'singleKeys',
    group: 'choices',
    storage: 'local storage',
    get purpose() {
      return t('Whether you turned off single-key shortcuts.')
    },
    get lasts() {
      return t('Until you turn them back on')
    },
  },
  {
    key: 'cookie-consent',
    group: 'choices',
    storage: 'local storage and a cookie',
    get purpose() {
      return t('What you chose about optional cookies, and when.')
    },
    get lasts() {
      return t('The cookie for 365 days; you are asked again after 90')
    },
  },
  {
    key: 'home-data',
    group: 'pages',
    storage: 'session storage',
    get purpose() {
      return t('The content of the home page, so that it doesn’t have to load again.')
    },
    get lasts() {
      return t('Until the tab is closed')
    },
  },
  {
    key: 'isLoggedIn',
    group: 'signIn',
    storage: 'local storage',
    get purpose() {
      return t('That you are signed in. Without it, pages don’t request your account.')
    },
    get lasts() {
      return t('Until you log out')
    },
  },
  {
    key: 'hasAttemptedLogin',
    group: 'signIn',
    storage: 'session storage',
    get purpose() {
      return t('That you are trying to sign in, in case the page reloads before you are signed in.')
    },
    get lasts() {
      return t('Until the server has answered')
    },
  },
  {
    key: 'redirectAfterLogin',
    group: 'signIn',
    storage: 'session storage',
    get purpose() {
      return t('The page where you chose to sign in, to bring you back.')
    },
    get lasts() {
      return t('Until you have signed in')
    },
  },
  {
    key: 'lastVisitedUrl',
    group: 'signIn',
    storage: 'session storage',
    get purpose() {
      return t('The members’ page that you wanted to open.')
    },
    get lasts() {
      return t('Until you have signed in')
    },
  },
  {
    key: 'previousUrl',
    group: 'signIn',
    storage: 'session storage',
    get purpose() {
      return t('The last page that you visited, to bring you back after signing in.')
    },
    get lasts() {
      return t('Until you have signed in')
    },
  },
  {
    key: 'pendingAction',
    group: 'signIn',
    storage: 'session storage',
    get purpose() {
      return t(
        'What you were doing when you had to sign in, such as voting, and your account if you were signed in before.',
      )
    },
    get lasts() {
      return t('Until it is done, at most 30 minutes')
    },
  },
  {
    key: 'prompt-draft',
    group: 'work',
    storage: 'local storage',
    get purpose() {
      return t('A prompt that you are writing or editing, so that closing the tab loses nothing.')
    },
    get lasts() {
      return t('Until it is published, saved or discarded')
    },
  },
  {
    key: 'draft_slot',
    group: 'work',
    storage: 'session storage',
    get purpose() {
      return t('Which draft belongs to this tab when you write in several tabs at once.')
    },
    get lasts() {
      return t('Until the tab is closed')
    },
  },
  {
    key: 'create_prompt_draft',
    group: 'work',
    storage: 'session storage',
    get purpose() {
      return t('Text from another page for the prompt form.')
    },
    get lasts() {
      return t('Until the form opens')
    },
  },
  {
    key: 'generator_draft',
    group: 'work',
    storage: 'session storage',
    get purpose() {
      return t('Your idea for the generator, so that signing in loses nothing.')
    },
    get lasts() {
      return t('Until you log out or close the tab')
    },
  },
  {
    key: 'generator_result',
    group: 'work',
    storage: 'session storage',
    get purpose() {
      return t('The last prompt that the generator wrote for you, so that Back and a reload show it again.')
    },
    get lasts() {
      return t('Until you log out or close the tab')
    },
  },
  {
    key: 'return_after_plan',
    group: 'work',
    storage: 'session storage',
    get purpose() {
      return t('The page where your credits didn’t suffice, to bring you back from the plans.')
    },
    get lasts() {
      return t('Until you are back, at most an hour')
    },
  },
  {
    key: 'compare_draft',
    group: 'work',
    storage: 'session storage',
    get purpose() {
      return t('Your text for comparing models, so that signing in loses nothing.')
    },
    get lasts() {
      return t('Until you log out or close the tab')
    },
  },
  {
    key: 'compare_pasted',
    group: 'work',
    storage: 'session storage',
    get purpose() {
      return t('The answers that you pasted for a comparison, so that signing in loses nothing.')
    },
    get lasts() {
      return t('Until the comparison is saved, or you log out or close the tab')
    },
  },
  {
    key: 'compare_verdict',
    group: 'work',
    storage: 'session storage',
    get purpose() {
      return t('Your verdict on a comparison and your reason, so that a failed request or a reload loses nothing.')
    },
    get lasts() {
      return t('Until it is stored with the comparison, or you log out or close the tab')
    },
  },
  {
    key: 'paste_hint',
    group: 'pages',
    storage: 'session storage',
    get purpose() {
      return t('Whether this tab has told you where to paste copied text, so that you are told only once.')
    },
    get lasts() {
      return t('Until the tab is closed')
    },
  },
  {
    key: 'worksheet_draft_',
    group: 'work',
    storage: 'session storage',
    get purpose() {
      return t('What you filled into the blanks of a prompt, so that a reload or a sign-in loses nothing.')
    },
    get lasts() {
      return t('Until you reset the blanks, log out or close the tab')
    },
  },
  {
    key: 'own-ai-keys:',
    group: 'choices',
    storage: 'local storage',
    get purpose() {
      return t('Your own keys for language models, if you entered any. They are sent only with your own runs.')
    },
    get lasts() {
      return t('Until you remove them')
    },
  },
  {
    key: 'own_machine_address',
    group: 'choices',
    storage: 'local storage',
    get purpose() {
      return t('The address of a program on your machine that answers prompts, if you entered one.')
    },
    get lasts() {
      return t('Until you remove it')
    },
  },
  {
    key: 'contact-draft',
    group: 'work',
    storage: 'session storage',
    get purpose() {
      return t('Your unsent message to the operator.')
    },
    get lasts() {
      return t('Until it is sent or the tab is closed')
    },
  },
  {
    key: 'prompt_vote_',
    group: 'pages',
    storage: 'local storage',
    get purpose() {
      return t('Your vote on a prompt, so that your other open tabs show it. One entry for each prompt you voted on.')
    },
    get lasts() {
      return t('Until you log out or take the vote back')
    },
  },
  {
    key: 'genie_vote_cache_',
    group: 'pages',
    storage: 'local storage',
    get purpose() {
      return t('How many votes a prompt has, including yours, because pages may be a minute old.')
    },
    get lasts() {
      return t('Until you log out')
    },
  },
  {
    key: 'favorite_',
    group: 'pages',
    storage: 'local storage',
    get purpose() {
      return t(
        'That you saved a prompt, so that your other open tabs show it. One entry for each saved prompt that you saw.',
      )
    },
    get lasts() {
      return t('Until you log out or remove it from your saved prompts')
    },
  },
  {
    key: 'follow_',
    group: 'pages',
    storage: 'local storage',
    get purpose() {
      return t(
        'That you follow somebody or something, so that your other open tabs show it. One entry for each that you saw.',
      )
    },
    get lasts() {
      return t('Until you log out or stop following')
    },
  },
  {
    key: 'unread_notifications',
    group: 'pages',
    storage: 'local storage',
    get purpose() {
      return t('How many notifications you have not read, so that your tabs request the number only once.')
    },
    get lasts() {
      return t('Until you log out')
    },
  },
  {
    key: 'tsr-scroll-restoration-v1_3',
    group: 'pages',
    storage: 'session storage',
    get purpose() {
      return t('How far you scrolled, so that Back returns to the same place.')
    },
    get lasts() {
      return t('Until the tab is closed')
    },
  },
  {
    key: 'tanstack_router_reload:',
    group: 'pages',
    storage: 'session storage',
    get purpose() {
      return t('That a page was reloaded once because the site was updated while you were reading.')
    },
    get lasts() {
      return t('Until the tab is closed')
    },
  },
]
