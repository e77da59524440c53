/** Something that this site keeps in a visitor's browser. `key` names it there. */
type Stored = {
  key: string
  place: 'cookie' | 'local storage' | 'session storage' | 'local storage and a cookie'
  purpose: string
  lasts: string
}

/**
 * Everything that this site keeps in a visitor's browser. The cookies page shows this list, and its test fails when the
 * code keeps anything else. Over https the names of `session` and `detour`
 * begin with `__Host-`.
 */
export const stored: readonly Stored[] = [
  {
    key: 'session',
    place: 'cookie',
    purpose: 'That it is you, once you have signed in. No script can read it.',
    lasts: 'Until you log out, or 30 days after the last visit',
  },
  {
    key: 'detour',
    place: 'cookie',
    purpose:
      'That it was this browser that went to another site to sign in, where you did that. No script can read it.',
    lasts: 'Until you are back, or ten minutes',
  },
  {
    key: 'theme',
    place: 'local storage',
    purpose: 'Light or dark, when you chose one in the footer.',
    lasts: 'Until you choose Auto',
  },
  {
    key: 'singleKeys',
    place: 'local storage',
    purpose: 'That single keys are off, when you turned them off.',
    lasts: 'Until you turn them on',
  },
  {
    key: 'cookie-consent',
    place: 'local storage and a cookie',
    purpose: 'What you chose about optional cookies, and when.',
    lasts: 'The cookie for 365 days; you are asked again after 90',
  },
  {
    key: 'home-data',
    place: 'session storage',
    purpose: 'What the home page showed, so that it need not be loaded again.',
    lasts: 'Until the tab is closed',
  },
  {
    key: 'isLoggedIn',
    place: 'local storage',
    purpose: 'That you are signed in, so that visitors need not be asked.',
    lasts: 'Until you log out',
  },
  {
    key: 'hasAttemptedLogin',
    place: 'session storage',
    purpose: 'That you tried to sign in, should the page be loaded anew meanwhile.',
    lasts: 'Until the server has answered',
  },
  {
    key: 'redirectAfterLogin',
    place: 'session storage',
    purpose: 'The page that you were on when you went to sign in, to bring you back.',
    lasts: 'Until you have signed in',
  },
  {
    key: 'lastVisitedUrl',
    place: 'session storage',
    purpose: 'The page for members that you wanted to see.',
    lasts: 'Until you have signed in',
  },
  {
    key: 'previousUrl',
    place: 'session storage',
    purpose: 'The last page that you looked at, to bring you back there after signing in.',
    lasts: 'Until you have signed in',
  },
  {
    key: 'pendingAct',
    place: 'session storage',
    purpose: 'What you wanted to do when you had to sign in, such as a vote.',
    lasts: 'Until it is done, 30 minutes at most',
  },
  {
    key: 'prompt-draft',
    place: 'local storage',
    purpose: 'A prompt that you write or change, so that a closed tab loses nothing.',
    lasts: 'Until it is published, saved or discarded',
  },
  {
    key: 'draft_slot',
    place: 'session storage',
    purpose: 'Which draft belongs to this tab when you write in several tabs at once.',
    lasts: 'Until the tab is closed',
  },
  {
    key: 'create_prompt_draft',
    place: 'session storage',
    purpose: 'A text that another page made for you to write on.',
    lasts: 'Until the form has it',
  },
  {
    key: 'generator_draft',
    place: 'session storage',
    purpose: 'The idea that you gave the generator, so that signing in loses nothing.',
    lasts: 'Until the tab is closed',
  },
  {
    key: 'compare_draft',
    place: 'session storage',
    purpose: 'The text that you compare, so that signing in loses nothing.',
    lasts: 'Until the tab is closed',
  },
  {
    key: 'worksheet_draft_',
    place: 'session storage',
    purpose: 'What you filled into the blanks of a prompt, so that a reload or a sign-in loses nothing.',
    lasts: 'Until you reset the blanks, log out or close the tab',
  },
  {
    key: 'own-ai-keys:',
    place: 'local storage',
    purpose: 'Your own keys for language models, where you gave some. They go along with your own runs only.',
    lasts: 'Until you remove them',
  },
  {
    key: 'contact-draft',
    place: 'session storage',
    purpose: 'The message to the operator that you have begun.',
    lasts: 'Until it is sent or the tab is closed',
  },
  {
    key: 'prompt_vote_',
    place: 'local storage',
    purpose: 'Your vote on a prompt, so that its key shows it at once. One for each prompt that you voted on.',
    lasts: 'Until you log out or take the vote back',
  },
  {
    key: 'genie_vote_cache_',
    place: 'local storage',
    purpose: 'What the votes on a prompt came to with yours, as pages may be a minute older.',
    lasts: 'Until you log out',
  },
  {
    key: 'favorite_',
    place: 'local storage',
    purpose: 'That you saved a prompt, so that its key shows it at once. One for each saved prompt that you saw.',
    lasts: 'Until you log out or save it no more',
  },
  {
    key: 'tsr-scroll-restoration-v1_3',
    place: 'session storage',
    purpose: 'How far you had scrolled, so that Back finds the place.',
    lasts: 'Until the tab is closed',
  },
  {
    key: 'tanstack_router_reload:',
    place: 'session storage',
    purpose: 'That a page was loaded anew once, after the site was updated while you read.',
    lasts: 'Until the tab is closed',
  },
]
