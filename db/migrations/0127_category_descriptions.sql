-- American spelling, and plain words. A description that an admin has changed isn't replaced.
update categories set description = 'Explain, practice, test and remember.'
  where slug = 'education-learning' and description = 'Explain, practise, test and remember.';
update categories set description = 'Stories, poems, songs and new ideas.'
  where slug = 'creative' and description = 'Stories, poems, songs and ideas nobody asked for.';
update categories set description = 'Translate, localize and learn languages.'
  where slug = 'multilingual-translation' and description = 'Translate, localise and learn languages.';
