"""What the launcher of the application runs."""

import sys

from fastpair.ui.launcher import main

sys.exit(main())
