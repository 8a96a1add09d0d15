"""Tables at which two or four players play TARA."""

from functools import partial

from tests.tabledevice.conftest import at_table
from tests.tableprograms.tara.keys import FOUR, TWO, table_of

two, four = (at_table(make=partial(table_of, *keys)) for keys in (TWO, FOUR))
