import { useEffect, useState } from 'react';
import { useTexts } from '../texts/texts.tsx';
import { SearchDialog } from './search-dialog.tsx';

/** In the header, and under Ctrl K (⌘ K on a Mac) on every screen. */
export const SearchButton = () => {
  const { actions } = useTexts();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', open);
    return () => document.removeEventListener('keydown', open);
  }, []);
  return (
    <>
      <button type="button" className="find" aria-keyshortcuts="Control+K Meta+K" onClick={() => setOpen(true)}>
        {actions.find} <kbd>Ctrl K</kbd>
      </button>
      {isOpen && <SearchDialog onClose={() => setOpen(false)} />}
    </>
  );
};
